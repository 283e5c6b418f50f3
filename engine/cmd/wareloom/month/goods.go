package month

const (
	building = "SH1"
	dock     = "R-02"
)

// goods are a product of the demo, with the aisle where it lies.
type goods struct {
	owner, sku string
	aisle      int
	life       int // days that a new lot lasts; 0 does not expire
}

func (g goods) ref() map[string]any {
	return map[string]any{"consignor_id": code(g.owner), "sku": g.sku}
}

// lot names the lot that a notice brings.
func (g goods) lot(notice string) string { return "L" + notice[len(notice)-3:] + g.sku[len(g.sku)-2:] }

func code(text string) map[string]any { return map[string]any{"code": text} }

// products are those of the month alone: the others are for people to begin with.
var products = []goods{
	{"ACME", "AC-1201", 4, 0},
	{"ACME", "AC-1202", 4, 0},
	{"ACME", "AC-1203", 5, 0},
	{"ACME", "AC-1204", 5, 0},
	{"ACME", "AC-2201", 6, 480},
	{"ACME", "AC-2202", 6, 400},
	{"GLOBEX", "GX-11", 7, 0},
	{"GLOBEX", "GX-12", 7, 0},
	{"GLOBEX", "GX-13", 8, 0},
	{"GLOBEX", "GX-14", 8, 260},
	{"GLOBEX", "GX-15", 9, 0},
}

// selling are the goods of each owner, by number, as often as they sell.
var selling = map[string][]int{"ACME": {0, 0, 0, 1, 1, 2, 3, 4, 4, 5}, "GLOBEX": {6, 6, 7, 8, 8, 8, 9, 9, 10}}

// early is a delivery long before the month.
type early struct {
	ago      int // days
	owner    string
	products []int
	qty      int
}

// list is what came.
func (e early) list() []delivery {
	var list []delivery
	for _, i := range e.products {
		list = append(list, delivery{goods: products[i], qty: e.qty})
	}
	return list
}

// slowSellers lie for long, the oldest first.
var slowSellers = []early{{210, "ACME", []int{2}, 60}, {120, "GLOBEX", []int{7, 10}, 72}, {75, "ACME", []int{3}, 84}, {44, "GLOBEX", []int{6}, 96}}

var owners = []string{"ACME", "GLOBEX"}

// customer is who an order goes to.
type customer struct{ name, phone, country, province, city, street string }

var customers = []customer{
	{"王芳", "13900001001", "中国", "上海", "上海", "延安西路 120 号"},
	{"李强", "13900001002", "中国", "浙江", "杭州", "文三路 88 号"},
	{"Emma Brown", "07700900123", "United Kingdom", "England", "London", "12 Mill Lane"},
	{"陈静", "13900001003", "中国", "江苏", "南京", "中山路 301 号"},
	{"Carlos Díaz", "600100200", "España", "Madrid", "Madrid", "Calle Mayor 14"},
	{"赵磊", "13900001004", "中国", "广东", "深圳", "深南大道 2001 号"},
	{"Lucía Gómez", "5512349876", "México", "CDMX", "Ciudad de México", "Av. Reforma 222"},
	{"刘洋", "13900001005", "中国", "四川", "成都", "人民南路 9 号"},
	{"Noah Martin", "0612345678", "France", "Île-de-France", "Paris", "8 rue de la Paix"},
}
