package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"shared"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
)

type newPet struct {
	Name       string `json:"name" binding:"required"`
	CategoryID int64  `json:"categoryId" binding:"required"`
	Status     string `json:"status" binding:"omitempty,oneof=available pending sold"`
}

type listParameters struct {
	Limit  int    `form:"limit,default=20" binding:"min=1,max=100"`
	Status string `form:"status" binding:"omitempty,oneof=available pending sold"`
}

var (
	apiKeys = shared.APIKeys()
	store   shared.Store
	limiter shared.MinuteLimiter
)

func fail(c *gin.Context, status int, code, message string) {
	c.AbortWithStatusJSON(status, gin.H{"code": code, "message": message, "status": status})
}

func listPets(c *gin.Context) {
	var parameters listParameters
	if err := c.ShouldBindQuery(&parameters); err != nil {
		fail(c, http.StatusBadRequest, "invalid_parameters", err.Error())
		return
	}
	c.JSON(http.StatusOK, store.List(parameters.Limit, parameters.Status))
}

func createPet(c *gin.Context) {
	var pet newPet
	if err := c.ShouldBindJSON(&pet); err != nil {
		fail(c, http.StatusBadRequest, "invalid_body", err.Error())
		return
	}
	c.JSON(http.StatusCreated, store.Add(shared.NewPet{Name: pet.Name, CategoryID: &pet.CategoryID, Status: pet.Status}))
}

func getPet(c *gin.Context) {
	id, err := strconv.ParseInt(c.Param("petId"), 10, 64)
	if err != nil {
		fail(c, http.StatusBadRequest, "invalid_id", "petId must be an integer")
		return
	}
	pet, found := store.Get(id)
	if !found {
		fail(c, http.StatusNotFound, "pet_not_found", fmt.Sprintf("there is no pet %d", id))
		return
	}
	c.JSON(http.StatusOK, pet)
}

func authenticateAndLimit(c *gin.Context) {
	caller, bearer := strings.CutPrefix(c.GetHeader("Authorization"), "Bearer ")
	plan, known := apiKeys[caller]
	known = known && bearer
	if !known {
		caller, plan = c.ClientIP(), "business"
	}
	limit := shared.PlanLimits[plan]
	remaining, reset := limiter.Hit(caller, limit)
	shared.SetRateLimit(c.Writer, limit, remaining, reset)
	if remaining < 0 {
		c.Header("Retry-After", strconv.Itoa(int((time.Until(reset)+time.Second-1)/time.Second)))
		fail(c, http.StatusTooManyRequests, "rate_limited", "too many requests")
	} else if !known {
		c.Header("WWW-Authenticate", "Bearer")
		fail(c, http.StatusUnauthorized, "unauthorized", "the API key is missing or not valid")
	}
}

func main() {
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	router.Use(gin.Recovery(), authenticateAndLimit)
	router.GET("/v1/pets", listPets)
	router.POST("/v1/pets", createPet)
	router.GET("/v1/pets/:petId", getPet)
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening")
	log.Fatal(http.Serve(listener, router))
}
