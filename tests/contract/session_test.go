package contract

import (
	"net/http"
	"regexp"
	"testing"
	"time"
)

func checkSession(t *testing.T, s *server) {
	t.Run("getInfo", func(t *testing.T) {
		a := s.device().do(t, call{path: "/api/sys/basicInfo/getInfo"}).ok().members("data", "sysName", "versionName", "languages", "logo")
		a.has(map[string]any{"data.languages": []string{"zh", "en", "es"}})
		a.str("data.sysName")
	})
	t.Run("getToken", func(t *testing.T) {
		d := s.device()
		a := d.do(t, call{method: http.MethodGet, path: "/api/auth/getToken?guid=" + d.guid}).ok()
		a.str("data.signToken")
		expires, err := time.Parse(time.RFC3339, a.str("data.expireTime"))
		if err != nil || !expires.After(time.Now()) {
			t.Errorf("expireTime %q: %v", a.str("data.expireTime"), err)
		}
		d.do(t, call{method: http.MethodGet, path: "/api/auth/getToken"}).refused(400, 400)
	})
	t.Run("login", func(t *testing.T) { checkLogin(t, s) })
	t.Run("the device is part of the session", func(t *testing.T) {
		other := *s.as(t, "admin")
		other.guid = hexID(16)
		other.post(t, "/api/auth/me", nil).refused(401, 401)
	})
	t.Run("logout", func(t *testing.T) {
		d := s.login(t, "finance")
		d.post(t, "/api/auth/me", nil).ok()
		d.post(t, "/api/auth/logout", nil).ok()
		d.post(t, "/api/auth/me", nil).refused(401, 401)
	})
	t.Run("changePassword", func(t *testing.T) { checkPassword(t, s) })
	t.Run("register, forgetPwd and resetPwd need no session", func(t *testing.T) {
		d := s.device()
		d.post(t, "/api/auth/register", map[string]any{"account": "x", "password": "y"}).business(423)
		known := d.post(t, "/api/auth/forgetPwd", map[string]any{"account": "finance"}).ok()
		unknown := d.post(t, "/api/auth/forgetPwd", map[string]any{"account": "nobody"}).ok()
		if known.text != unknown.text {
			t.Errorf("forgetPwd tells who exists: %s, %s", known.text, unknown.text)
		}
		d.post(t, "/api/auth/resetPwd", map[string]any{"token": "no such", "password": "a long new password"}).business(422)
	})
}

func checkLogin(t *testing.T, s *server) {
	d := s.device()
	a := d.signIn(t, map[string]any{"userType": "user", "account": "admin", "password": password})
	a.members("data", "accessToken", "signKey", "expireTime", "userTrueName", "mobile", "VersionName", "userType", "language", "menuIds")
	if key := a.str("data.signKey"); !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(key) {
		t.Errorf("signKey = %s", key)
	}
	if _, err := time.Parse(time.RFC3339, a.str("data.expireTime")); err != nil {
		t.Error(err)
	}
	a.has(map[string]any{"data.userType": "user"})
	s.device().signIn(t, map[string]any{"userType": "consignor", "account": "acme", "password": password}).
		has(map[string]any{"data.userType": "consignor"})
	for _, account := range []string{"lead", "picker", "packer", "finance", "globex"} {
		if len(s.as(t, account).menus) == 0 {
			t.Errorf("%s has no menus", account)
		}
	}
	for _, wrong := range []map[string]any{
		{"account": "admin", "password": "wrong"},
		{"account": "nobody", "password": password},
		{"account": "acme", "password": password},
		{"userType": "consignor", "account": "admin", "password": password},
	} {
		s.device().post(t, "/api/auth/login", wrong).business(422)
	}
	s.device().post(t, "/api/auth/login", map[string]any{"userType": "ghost", "account": "admin", "password": password}).invalid("userType")
}

func checkPassword(t *testing.T, s *server) {
	admin := s.as(t, "admin")
	account := "pw" + hexID(4)
	admin.post(t, "/api/data/user/save", map[string]any{"account": account, "true_name": "P", "user_type": "user"}).ok()
	a := admin.post(t, "/api/data/user/query", map[string]any{"filter": is("account", account)}).ok()
	first := "first password 1"
	admin.post(t, "/api/data/user/act", map[string]any{"name": "reset_password", "id": a.num("data.rows.0.id"), "params": map[string]any{"password": first}}).ok()
	d := s.device()
	d.signIn(t, map[string]any{"account": account, "password": first})
	d.post(t, "/api/auth/changePassword", map[string]any{"oldPassword": "wrong", "password": "second password 2"}).business(422)
	d.post(t, "/api/auth/changePassword", map[string]any{"oldPassword": first, "password": "short"}).business(422)
	d.do(t, call{path: "/api/auth/changePassword", body: map[string]any{"oldPassword": first, "password": "second password 2"}, sign: version1}).refused(406, 406)
	d.post(t, "/api/auth/changePassword", map[string]any{"oldPassword": first, "password": "second password 2"}).ok()
	s.device().signIn(t, map[string]any{"account": account, "password": "second password 2"})
	s.device().post(t, "/api/auth/login", map[string]any{"account": account, "password": first}).business(422)
}
