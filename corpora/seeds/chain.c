// entry: chain
//
// The measure of composition: K functions with five outcomes each, called in sequence, the results summed,
// one decision on the sum. K by -DK=…, 1 to 64, 4 by default.
// Reference: a path-by-path engine explores 5^K paths (625 for K=4, 15,625 for K=6, 390,625 for K=8).
// summ must find: 2 own paths of chain for every K, each f has 5; time about linear in K up to 64.

#ifndef K
#define K 4
#endif

#define DEFINE(i)                                                                                            \
  static int f##i(int x) {                                                                                   \
    if (x < -10 * i)                                                                                         \
      return 0;                                                                                              \
    if (x < 0)                                                                                               \
      return 1;                                                                                              \
    if (x == i)                                                                                              \
      return 2;                                                                                              \
    if (x > 100 + i)                                                                                         \
      return 4;                                                                                              \
    return 3;                                                                                                \
  }
#define CALL(i) sum += f##i(x[i - 1]);

#define REP_1(M) M(1)
#define REP_2(M) REP_1(M) M(2)
#define REP_3(M) REP_2(M) M(3)
#define REP_4(M) REP_3(M) M(4)
#define REP_5(M) REP_4(M) M(5)
#define REP_6(M) REP_5(M) M(6)
#define REP_7(M) REP_6(M) M(7)
#define REP_8(M) REP_7(M) M(8)
#define REP_9(M) REP_8(M) M(9)
#define REP_10(M) REP_9(M) M(10)
#define REP_11(M) REP_10(M) M(11)
#define REP_12(M) REP_11(M) M(12)
#define REP_13(M) REP_12(M) M(13)
#define REP_14(M) REP_13(M) M(14)
#define REP_15(M) REP_14(M) M(15)
#define REP_16(M) REP_15(M) M(16)
#define REP_17(M) REP_16(M) M(17)
#define REP_18(M) REP_17(M) M(18)
#define REP_19(M) REP_18(M) M(19)
#define REP_20(M) REP_19(M) M(20)
#define REP_21(M) REP_20(M) M(21)
#define REP_22(M) REP_21(M) M(22)
#define REP_23(M) REP_22(M) M(23)
#define REP_24(M) REP_23(M) M(24)
#define REP_25(M) REP_24(M) M(25)
#define REP_26(M) REP_25(M) M(26)
#define REP_27(M) REP_26(M) M(27)
#define REP_28(M) REP_27(M) M(28)
#define REP_29(M) REP_28(M) M(29)
#define REP_30(M) REP_29(M) M(30)
#define REP_31(M) REP_30(M) M(31)
#define REP_32(M) REP_31(M) M(32)
#define REP_33(M) REP_32(M) M(33)
#define REP_34(M) REP_33(M) M(34)
#define REP_35(M) REP_34(M) M(35)
#define REP_36(M) REP_35(M) M(36)
#define REP_37(M) REP_36(M) M(37)
#define REP_38(M) REP_37(M) M(38)
#define REP_39(M) REP_38(M) M(39)
#define REP_40(M) REP_39(M) M(40)
#define REP_41(M) REP_40(M) M(41)
#define REP_42(M) REP_41(M) M(42)
#define REP_43(M) REP_42(M) M(43)
#define REP_44(M) REP_43(M) M(44)
#define REP_45(M) REP_44(M) M(45)
#define REP_46(M) REP_45(M) M(46)
#define REP_47(M) REP_46(M) M(47)
#define REP_48(M) REP_47(M) M(48)
#define REP_49(M) REP_48(M) M(49)
#define REP_50(M) REP_49(M) M(50)
#define REP_51(M) REP_50(M) M(51)
#define REP_52(M) REP_51(M) M(52)
#define REP_53(M) REP_52(M) M(53)
#define REP_54(M) REP_53(M) M(54)
#define REP_55(M) REP_54(M) M(55)
#define REP_56(M) REP_55(M) M(56)
#define REP_57(M) REP_56(M) M(57)
#define REP_58(M) REP_57(M) M(58)
#define REP_59(M) REP_58(M) M(59)
#define REP_60(M) REP_59(M) M(60)
#define REP_61(M) REP_60(M) M(61)
#define REP_62(M) REP_61(M) M(62)
#define REP_63(M) REP_62(M) M(63)
#define REP_64(M) REP_63(M) M(64)
#define JOIN(a, b) a##b
#define REPEAT(k) JOIN(REP_, k)

REPEAT(K)(DEFINE)

int chain(const int x[K]) {
  int sum = 0;
  REPEAT(K)(CALL)
  if (sum == 3 * K)
    return 1;
  return 0;
}
