module animal-store

go 1.26

require shared v0.0.0

replace shared => ../../common/go
