module animal-store

go 1.26

require (
	github.com/ulule/limiter/v3 v3.11.2
	shared v0.0.0
)

require github.com/pkg/errors v0.9.1 // indirect

replace shared => ../../common/go
