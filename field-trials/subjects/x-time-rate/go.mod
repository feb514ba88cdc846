module animal-store

go 1.26.0

require (
	golang.org/x/time v0.16.0
	shared v0.0.0
)

replace shared => ../../common/go
