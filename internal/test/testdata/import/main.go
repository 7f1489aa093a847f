// Import is a program that imports package uri alone. TestImport tests what that costs. All methods of the listed types
// are linked, because their names are not known before it runs.
package main

import (
	"fmt"
	"os"
	"reflect"

	"github.com/urispan/uri"
)

var types = []any{
	&uri.URI{}, &uri.Base{}, &uri.Builder{}, &uri.Elements{}, uri.Normalizer{}, &uri.Redactor{}, uri.QuerySyntax{},
	uri.Key(""), uri.Error{}, uri.PlaceQuery, uri.ComponentPath, uri.AllSteps,
}

func main() {
	for _, name := range os.Args[1:] {
		for _, x := range types {
			fmt.Println(reflect.ValueOf(x).MethodByName(name).IsValid())
		}
		fmt.Println(uri.DefaultPort(name))
		fmt.Println(uri.PlacePath.Encode(name))
	}
}
