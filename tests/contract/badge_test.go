package contract

import "testing"

// checkBadge: a badge and its PIN sign in, on an enrolled device only.
func checkBadge(t *testing.T, s *server) {
	admin := s.as(t, "admin")
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
	signIn := map[string]any{"badge": badge, "pin": "246810"}
	floor.post(t, "/api/auth/login", signIn).business(422) // not enrolled yet
	signIn["device"] = checkEnrolment(t, s, floor)
	floor.signIn(t, signIn).
		members("data", "accessToken", "signKey", "expireTime", "userTrueName", "mobile", "VersionName", "userType", "language", "menuIds")
	floor.post(t, "/api/auth/me", nil).ok().has(map[string]any{"data.user.account": account})
	s.device().post(t, "/api/auth/login", signIn).business(422)                                                          // another device
	floor.post(t, "/api/auth/login", map[string]any{"badge": badge, "pin": "246810", "device": hexID(32)}).business(422) // not the device's secret

	set(id, badge, "112358").ok()
	floor.post(t, "/api/auth/me", nil).refused(401, 401) // the sessions of the old PIN ended
	floor.token = ""
	for range 7 { // and the two before
		floor.post(t, "/api/auth/login", signIn).business(422)
	}
	signIn["pin"] = "112358"
	floor.signIn(t, signIn)
	checkRevocation(t, admin, floor, signIn)
}

// checkEnrolment enrols a device by a code, which works once, and gives its secret.
func checkEnrolment(t *testing.T, s *server, floor *device) string {
	admin := s.as(t, "admin")
	s.as(t, "picker").post(t, "/api/device/code", map[string]any{"name": "mine"}).business(423)
	admin.post(t, "/api/device/code", map[string]any{}).invalid("name")
	made := admin.post(t, "/api/device/code", map[string]any{"name": "Scanner 7"}).ok().members("data", "code", "name", "expireTime")
	floor.post(t, "/api/device/enrol", map[string]any{"code": "no code"}).business(422)
	code := map[string]any{"code": made.str("data.code")}
	enrolled := floor.post(t, "/api/device/enrol", code).ok().members("data", "name", "secret").has(map[string]any{"data.name": "Scanner 7"})
	s.device().post(t, "/api/device/enrol", code).business(422)
	return enrolled.str("data.secret")
}

// checkRevocation: a revoked device signs nobody in, and whoever is on it is out.
func checkRevocation(t *testing.T, admin, floor *device, signIn map[string]any) {
	admin.post(t, "/api/device/list", nil).ok().has(map[string]any{"data.rows.0.id": floor.guid, "data.rows.0.name": "Scanner 7"})
	admin.post(t, "/api/device/revoke", map[string]any{"id": floor.guid}).ok()
	admin.post(t, "/api/device/revoke", map[string]any{"id": floor.guid}).refused(404, 404)
	floor.post(t, "/api/auth/me", nil).refused(401, 401)
	floor.token = ""
	for range 10 { // guesses without a device count too
		floor.post(t, "/api/auth/login", signIn).business(422)
	}
	floor.post(t, "/api/auth/login", signIn).refused(429, 429)
}
