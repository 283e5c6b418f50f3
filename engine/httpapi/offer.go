package httpapi

import "github.com/wareloom/wareloom/engine/meta"

// metaOffers tells what code offers to metadata, by kind of offer, in the order of the
// plugins.
func (a *API) metaOffers(q *request) (any, error) {
	found := map[string][]meta.Offer{}
	for _, p := range meta.Sorted(q.release.Model.Plugins) {
		for kind, offers := range p.Offers() {
			found[kind] = append(found[kind], offers...)
		}
	}
	return found, nil
}
