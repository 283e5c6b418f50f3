package httpapi

import "github.com/wareloom/wareloom/engine/auth"

// grantable lists the menu entries and buttons that a role of a user type may be
// granted by the caller.
func (a *API) grantable(q *request) (any, error) {
	var body struct {
		UserType string `json:"userType"`
	}
	if err := q.bind(&body); err != nil {
		return nil, err
	}
	if body.UserType == "" {
		body.UserType = auth.BackOffice
	}
	return q.caller(nil).Grantable(body.UserType), nil
}
