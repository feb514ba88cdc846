// An animal store on NestJS, as its documentation teaches: DTOs with class-validator, ValidationPipe, a guard.
import 'reflect-metadata';
import { Module, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ApiKeyGuard, rateLimit } from './keys.ts';
import { PetsController } from './pets.ts';

@Module({ controllers: [PetsController] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'] });
app.setGlobalPrefix('v1');
app.use(rateLimit);
app.useGlobalGuards(new ApiKeyGuard());
app.useGlobalPipes(new ValidationPipe({ transform: true }));
await app.listen(Number(process.env['PORT']), '127.0.0.1');
console.log('listening');
