package store;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import shared.AnimalStore;

@RestController
@RequestMapping("/v1/pets")
class PetController {
    enum PetStatus { available, pending, sold }

    record NewPet(@NotBlank String name, @NotNull Long categoryId, PetStatus status) {}

    record Pet(long id, String name, long categoryId, PetStatus status) {}

    static class PetNotFound extends RuntimeException {
        PetNotFound(long id) {
            super("There is no pet " + id);
        }
    }

    private final AnimalStore<Pet> store = new AnimalStore<>();

    @GetMapping
    List<Pet> list(@RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit,
            @RequestParam(required = false) PetStatus status) {
        return store.list(limit, pet -> status == null || pet.status() == status);
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Pet create(@Valid @RequestBody NewPet pet) {
        return store.add(id -> new Pet(id, pet.name(), pet.categoryId(), pet.status()));
    }

    @GetMapping("/{petId}")
    Pet get(@PathVariable long petId) {
        Pet pet = store.get(petId);
        if (pet == null) {
            throw new PetNotFound(petId);
        }
        return pet;
    }

    @ExceptionHandler
    ResponseEntity<ApiError> petNotFound(PetNotFound exception) {
        return ResponseEntity.status(404).body(new ApiError("pet_not_found", exception.getMessage(), 404));
    }
}
