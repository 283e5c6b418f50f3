package model
type truck struct{}
type plan struct{}
