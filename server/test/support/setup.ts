// Runs before each file of server tests that shares its process with other files.
import { v7 as newId } from 'uuid';
import { afterAll, expect, vi } from 'vitest';

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  const idTime = Number.parseInt(newId().replaceAll('-', '').slice(0, 12), 16);
  expect(
    idTime - Date.now(),
    'This file sets the clock forward. Ids of later files would stay there, so end its name in .clock.test.ts.',
  ).toBeLessThan(60_000);
});
