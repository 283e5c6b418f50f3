package exchange

// WriteFigures writes a table of titles and rows into a file and gives its content.
// Cells are texts, json.Number or nil.
func WriteFigures(format string, titles []string, rows [][]any) ([]byte, error) {
	out, err := newTable(format, csvShape{}, titles)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		cells := make([]any, len(row))
		for i, v := range row {
			cells[i] = v
			if text, ok := v.(string); ok {
				cells[i] = withGuard(text)
			}
		}
		if err := out.write(cells); err != nil {
			return nil, err
		}
	}
	return out.bytes()
}
