package code

// samples are texts of codes that do not take any.
var samples = map[string]string{
	GS1128: "(00)340123450000000017", GS1DataMatrix: "(01)04012345678901(17)271231(10)LOT-2026-A",
	EAN13: "4006381333931", EAN8: "96385074", UPCA: "036000291452", ITF14: "04012345678901",
}

// Sample gives a text that a code of a kind takes; "" where any of plain letters will do.
func Sample(name string) string { return samples[name] }
