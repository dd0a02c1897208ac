import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

/** Puts a program first on the PATH that runs these lines of the shell, because few machines for tests have the real one. */
export function fakeProgram(folder: string, name: 'pg_dump' | 'pg_restore', script: string): void {
  mkdirSync(folder, { recursive: true });
  const lines = [
    '#!/bin/sh',
    `case "$1" in --version) echo "${name} (PostgreSQL) 99.0"; exit;; esac`,
    script,
  ];
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
}
