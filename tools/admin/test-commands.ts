import { expect, vi } from 'vitest';
import type { Context } from '../../server/src/kernel/context.ts';
import type { TestApp } from '../../server/test/support/app.ts';
import { withContext } from './operator-context.ts';
import { runCommand } from './run-command.ts';

/** Runs commands beside the server of a test. `url` is its database. */
export function commandsBeside(app: TestApp, url: string) {
  const open = async <Result>(work: (ctx: Context) => Promise<Result>) =>
    withContext(app.ctx.config, url, work);
  return {
    open,
    /** Runs a command, and returns its JSON. */
    run: async <Data = Record<string, unknown>>(...words: string[]): Promise<Data> => {
      const { text, isFailure } = await runCommand([...words, '--json'], open);
      expect(isFailure).toBe(false);
      return JSON.parse(text) as Data;
    },
    /** Runs a command that fails, and returns its message. */
    refused: async (...words: string[]): Promise<string> =>
      runCommand(words, open).then(
        () => expect.unreachable(),
        (error: Error) => error.message,
      ),
  };
}

/** A change by a command reaches the server within a second. */
export async function soon(check: () => unknown): Promise<void> {
  await vi.waitFor(check, { timeout: 1_000, interval: 20 });
}
