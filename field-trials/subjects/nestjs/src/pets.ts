import { Body, Controller, Get, NotFoundException, Param, ParseIntPipe, Post, Query } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsEnum, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';

enum PetStatus {
  available = 'available',
  pending = 'pending',
  sold = 'sold',
}

class CreatePetDto {
  @IsString()
  name: string;

  @IsInt()
  categoryId: number;

  @IsOptional()
  @IsEnum(PetStatus)
  status?: PetStatus;
}

class ListPetsDto {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 20;

  @IsOptional()
  @IsEnum(PetStatus)
  status?: PetStatus;
}

interface Pet extends CreatePetDto {
  id: number;
}

@Controller('pets')
export class PetsController {
  private readonly pets = new Map<number, Pet>();

  @Get()
  list(@Query() { limit, status }: ListPetsDto): Pet[] {
    return [...this.pets.values()].filter((pet) => !status || pet.status === status).slice(0, limit);
  }

  @Post()
  create(@Body() body: CreatePetDto): Pet {
    const pet = { ...body, id: this.pets.size + 1 };
    this.pets.set(pet.id, pet);
    return pet;
  }

  @Get(':petId')
  get(@Param('petId', ParseIntPipe) petId: number): Pet {
    const pet = this.pets.get(petId);
    if (!pet) {
      throw new NotFoundException(`No animal ${petId}`);
    }
    return pet;
  }
}
