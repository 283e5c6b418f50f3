package release

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"

	"github.com/wareloom/wareloom/engine/meta"
)

// Layer is one source of a release.
type Layer struct {
	Layer string // of meta.LayerBase, LayerPlugin, LayerSite
	Name  string // as of meta.Source
	Files Folder
}

// layerLine is a layer in the list of a release, in the order in which it is read.
type layerLine struct {
	Layer string `json:"layer"`
	Name  string `json:"name"`
	Files string `json:"files"` // hash of the list of its files
}

// fileLine is a file in the list of a layer.
type fileLine struct {
	Kind string `json:"kind"`
	Key  string `json:"key"`
	Hash string `json:"hash"`
	Path string `json:"path"`
}

// content is all that a release says, by hash.
type content struct {
	hash    string // of the list of layers
	layers  []layerLine
	objects map[string][]byte // texts and lists
}

// pack names the content of layers: equal layers have equal hashes.
func pack(layers []Layer) content {
	c := content{objects: map[string][]byte{}}
	for _, l := range layers {
		c.layers = append(c.layers, layerLine{Layer: l.Layer, Name: l.Name, Files: c.addFiles(l.Files)})
	}
	c.hash = c.addList(c.layers)
	return c
}

func (c *content) addFiles(files Folder) string {
	lines := []fileLine{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		kind, key := meta.KindAndKey(name)
		lines = append(lines, fileLine{Kind: kind, Key: key, Hash: c.add(files[name]), Path: name})
	}
	return c.addList(lines)
}

// addList adds a list of lines, which JSON can always say.
func (c *content) addList(lines any) string {
	text, _ := json.Marshal(lines)
	return c.add(text)
}

func (c *content) add(text []byte) string {
	hash := hashOf(text)
	c.objects[hash] = text
	return hash
}

// shipped are the layers that come with the program.
func shipped(layers []layerLine) []layerLine {
	return slices.DeleteFunc(slices.Clone(layers), func(l layerLine) bool { return l.Layer == meta.LayerSite })
}

// siteOf finds the list of the site's files; "" where a release has no such layer.
func siteOf(layers []layerLine) string {
	i := slices.IndexFunc(layers, func(l layerLine) bool { return l.Layer == meta.LayerSite })
	if i < 0 {
		return ""
	}
	return layers[i].Files
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
