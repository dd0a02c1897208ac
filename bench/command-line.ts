import { parseArgs } from 'node:util';
import type { Sizes } from './benchmark.ts';

const SWITCHES = ['json', 'keep', 'scale'] as const;
type Switch = (typeof SWITCHES)[number];

/** The sizes that `--scale` multiplies by ten. */
const SCALED_SIZES = ['people', 'posts', 'followers'];

export interface CommandLine {
  /** Names of benchmarks, or of kinds of requests. */
  names: string[];
  /** The commit to compare with, or `true` if the flag names none. */
  against: string | boolean | undefined;
  isOn: (name: Switch) => boolean;
  /** Throws on a flag that is neither a switch nor one of these sizes. */
  check: (known: Sizes) => void;
  /** Returns the numbers of the `--<size>=<number>` flags, otherwise these defaults. */
  sizesOf: (defaults: Sizes) => Sizes;
}

export function parseCommandLine(args: string[]): CommandLine {
  const { values, positionals: names } = parseArgs({
    args,
    strict: false,
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      ...Object.fromEntries(SWITCHES.map((each) => [each, { type: 'boolean' as const }])),
    },
  });
  const { against, ...flags } = values;
  const isOn = (name: Switch) => flags[name] === true;
  const check = (known: Sizes) => {
    for (const [name, value] of Object.entries(flags)) {
      const isSwitch = SWITCHES.some((each) => each === name);
      const isSize = Object.hasOwn(known, name) && typeof value === 'string' && /^\d+$/.test(value);
      if (!isSwitch && !isSize)
        throw new Error(`--${name} is not understood; there are ${listFlags(known)}`);
    }
  };
  const sizesOf = (defaults: Sizes) =>
    Object.fromEntries(
      Object.entries(defaults).map(([name, usual]) => {
        const isScaled = isOn('scale') && SCALED_SIZES.includes(name);
        const given = flags[name];
        return [name, given === undefined ? usual * (isScaled ? 10 : 1) : Number(given)];
      }),
    );
  return { names, against, isOn, check, sizesOf };
}

function listFlags(known: Sizes): string {
  const switches = SWITCHES.map((each) => `--${each}`).join(' ');
  const sizes = Object.entries(known).map(([each, number]) => `--${each}=${number}`);
  return `${switches} and ${sizes.join(' ')}`;
}
