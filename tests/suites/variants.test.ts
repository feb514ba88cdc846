import { describe, expect, test } from 'vitest';
import { startVariant, variants } from '../../reference-impl/index.ts';
import { verdictOf } from './verdict-of.ts';

describe.concurrent('the suite, against unusual services that conform', { timeout: 60_000 }, () => {
  for (const variant of variants) {
    test(variant.name, async () => {
      const service = await startVariant(variant.name);
      try {
        const categories = (variant.categoryIds ?? []).flatMap((id) => ['--category-id', String(id)]);
        const { status, blamed, report } = await verdictOf(service, categories);
        expect(blamed).toEqual([]);
        expect(status).toBe(0);
        expect(report.internalErrors).toEqual([]);
      } finally {
        await service.close();
      }
    });
  }
});
