// RUN: echo '{"list": [{"name": "a", "n": 1}, {"name": "b", "n": 2}]}'
// JSON: len(list) == 2
// JSON: list[name=b].n == 2
// JSON: list[*].n > 0
// JSON: list[0].name ~ "^a$"
// JSON: list[*].n > 1
// JSON: list[name=c].n == 1
