// Package enum names the values of the types that list components, reasons and kinds.
package enum

import "strconv"

// Name returns names[i]. If there is no such name, it returns the name of the type with the number, such as "Reason(99)".
func Name[T ~uint8](names []string, i T, typeName string) string {
	if int(i) < len(names) {
		return names[i]
	}
	return typeName + "(" + strconv.Itoa(int(i)) + ")"
}
