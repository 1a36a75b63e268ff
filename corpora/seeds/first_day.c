// entry: first_day
//
// CAUT section 5, in the manner of "first day": the weekday of the first day of a month. The callees have
// many branches, and all of them feed the unit's decisions.
// The paper (Fig. 4(a), depth 20): partial execution is very effective here, since most of the callees'
// branches do not matter for the unit's paths; dependence analysis alone gains nothing, as all called
// functions affect branches.
// summ must find: every call reaches a decision. The own paths are few (bad month, bad year, and the classes
// below), however many paths the callees have: 10 own paths, all feasible.

static int is_leap(int year) {
  if (year % 4 != 0)
    return 0;
  if (year % 100 != 0)
    return 1;
  return year % 400 == 0;
}

static int month_length(int month, int leap) {
  switch (month) {
  case 2:
    return leap ? 29 : 28;
  case 4:
  case 6:
  case 9:
  case 11:
    return 30;
  default:
    return 31;
  }
}

static int days_before(int month, int leap) {
  int days = 0;
  for (int m = 1; m < 12; m++) {
    if (m >= month)
      break;
    days += month_length(m, leap);
  }
  return days;
}

// Weekday of 1 January, 0 = Sunday, by counting the leap years since the year 1.
static int january_first(int year) {
  int y = year - 1;
  return (y + y / 4 - y / 100 + y / 400 + 1) % 7;
}

// 0..6 = Sunday..Saturday; 10 is added in a leap year; -1 and -2 for a bad month and year.
int first_day(int year, int month) {
  if (month < 1 || month > 12)
    return -1;
  if (year < 1 || year > 9999)
    return -2;
  int leap = is_leap(year);
  int day = (january_first(year) + days_before(month, leap)) % 7;
  int bonus = 0;
  if (leap)
    bonus = 10;
  if (day == 0)
    return bonus;
  if (day == 6)
    return bonus + 6;
  return bonus + day;
}
