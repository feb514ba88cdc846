// The same store behind @nestjs/throttler, which counts by API key.
import 'reflect-metadata';
import { type ExecutionContext, Module, ValidationPipe } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import type { Request } from 'express';
import { ApiKeyGuard, limitOf } from './keys.ts';
import { PetsController } from './pets.ts';

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<Request>();

@Module({
  imports: [
    ThrottlerModule.forRoot({
      throttlers: [
        { ttl: Number(process.env['MINUTE_MS']), limit: (context) => limitOf(requestOf(context)) },
      ],
      getTracker: (request) => request['headers'].authorization ?? 'unknown',
    }),
  ],
  controllers: [PetsController],
  providers: [
    { provide: APP_GUARD, useClass: ThrottlerGuard },
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'] });
app.setGlobalPrefix('v1');
app.useGlobalPipes(new ValidationPipe({ transform: true }));
await app.listen(Number(process.env['PORT']), '127.0.0.1');
console.log('listening');
