import { birdPath } from './bird-path.ts';

/** The x of the four points of each wire's curve. All wires share it. */
const across = [-200, 80, 430, 840] as const;
const wires = [
  { down: [190, 264, 276, 176], birds: [bird(0.36), bird(0.425, true), bird(0.68)] },
  { down: [300, 388, 398, 300], birds: [bird(0.3, true), bird(0.53, false, 1.25)] },
  { down: [430, 514, 520, 438], birds: [bird(0.4), bird(0.63, true, 1.1), bird(0.7, false, 0.8)] },
] as const;

/** Decorative birds on three wires, in the current colour. */
export function Wires({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 640 800"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden
      className={className}
    >
      {wires.map(({ down, birds }) => (
        <g key={down[0]}>
          <path
            d={curve(down)}
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinecap="round"
            opacity="0.5"
          />
          {birds.map(({ along, flip, size }) => (
            <path
              key={along}
              d={birdPath}
              fill="currentColor"
              fillRule="evenodd"
              transform={`translate(${at(across, along)} ${at(down, along)}) scale(${flip ? -size : size} ${size}) translate(-15.6 -23.4)`}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

type Points = readonly [number, number, number, number];

/** A bird at a position on its wire, from 0 to 1. */
function bird(along: number, flip = false, scale = 1) {
  return { along, flip, size: 2.1 * scale };
}

function curve(down: Points): string {
  return `M${across[0]} ${down[0]}C${across[1]} ${down[1]} ${across[2]} ${down[2]} ${across[3]} ${down[3]}`;
}

/** A point of the cubic curve. */
function at([a, b, c, d]: Points, t: number): number {
  const u = 1 - t;
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}
