package store

import "testing"

func TestStatementsNameTheTableThatTheyChange(t *testing.T) {
	for text, want := range map[string]string{
		`INSERT INTO "order" ("id") VALUES (?)`:          "order",
		"insert into bread (id)\nvalues (?)":             "bread",
		`UPDATE "order_line" AS t SET "qty" = v.column3`: "order_line",
		"update bread set seq = 1":                       "bread",
		`DELETE FROM "order" WHERE id in (?)`:            "order",
		"delete from bread":                              "bread",
		"with gone as (delete from bread) select 1":      "",
		"update or ignore bread set seq = 1":             "",
		"DELETE FROM ONLY bread":                         "",
		"rollback to savepoint s1":                       "",
		"update ":                                        "",
	} {
		if got := target(text); got != want {
			t.Errorf("%s: changes %q, not %q", text, got, want)
		}
	}
}
