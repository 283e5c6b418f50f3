package contract

import "testing"

// checkBadge: a badge and its PIN sign in, on an enrolled device only.
func checkBadge(t *testing.T, s *server) {
	admin := s.login(t, "admin") // on a device of its own, which is enrolled below
	account, badge := "b"+hexID(4), "BADGE-"+hexID(4)
	user := func(account string) int {
		return admin.post(t, "/api/data/user/save", map[string]any{"account": account, "true_name": "B", "user_type": "user"}).ok().num("data.id")
	}
	id := user(account)
	set := func(id int, badge, pin string) answer {
		return admin.act(t, "user", "set_badge", "id", id, "params", map[string]any{"badge": badge, "pin": pin})
	}
	set(id, badge, "12").business(422)
	set(id, badge, "12a456").business(422)
	set(id, badge, "246810").ok()
	set(user(account+"x"), badge, "135791").business(409)

	floor := s.device()
	floor.guid = admin.guid
	floor.post(t, "/api/auth/login", map[string]any{"badge": badge, "pin": "246810"}).business(422) // not enrolled yet
	s.as(t, "picker").post(t, "/api/auth/enroll", map[string]any{"name": "mine"}).business(423)
	admin.post(t, "/api/auth/enroll", map[string]any{}).invalid("name")
	admin.post(t, "/api/auth/enroll", map[string]any{"name": "Scanner 7"}).ok()
	floor.signIn(t, map[string]any{"badge": badge, "pin": "246810"}).
		members("data", "accessToken", "signKey", "expireTime", "userTrueName", "mobile", "VersionName", "userType", "language", "menuIds")
	floor.post(t, "/api/auth/me", nil).ok().has(map[string]any{"data.user.account": account})
	s.device().post(t, "/api/auth/login", map[string]any{"badge": badge, "pin": "246810"}).business(422) // another device

	set(id, badge, "112358").ok()
	floor.post(t, "/api/auth/me", nil).refused(401, 401) // the sessions of the old PIN ended
	floor.token = ""
	for range 9 {
		floor.post(t, "/api/auth/login", map[string]any{"badge": badge, "pin": "246810"}).business(422)
	}
	floor.post(t, "/api/auth/login", map[string]any{"badge": badge, "pin": "112358"}).refused(429, 429)
}
