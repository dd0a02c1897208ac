import { onTestFinished } from 'vitest';
import { layLine, type Line } from './line.ts';

/** Lays a line that the end of the test removes. */
export async function laySilentLine(to: { host: string; port: number }): Promise<Line> {
  const line = await layLine(to);
  onTestFinished(() => line.close());
  return line;
}
