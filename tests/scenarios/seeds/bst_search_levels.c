// CAUT, section 2.1: two levels of recursion cover all branches of BST_search, and the search for branches stops there.
// RUN: summ run %R/corpora/seeds/bst_search.c --cover branches --stats --json
// JSON: functions[name=BST_search].status == "covered"
// JSON: functions[name=BST_search].covered == 6
// JSON: functions[name=BST_search].cases == 5
// The same with no third level to go to:
// RUN: summ run %R/corpora/seeds/bst_search.c --cover branches --max-depth 1 --store %t/other --json
// JSON: functions[name=BST_search].status == "covered"
// JSON: functions[name=BST_search].covered == 6
// JSON: functions[name=BST_search].cases == 5
// All paths go on as deep as they may:
// RUN: summ run %R/corpora/seeds/bst_search.c --store %t/paths --json
// JSON: functions[name=BST_search].status == "partial"
// JSON: functions[name=BST_search].cases == 15
