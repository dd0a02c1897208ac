import { qrModules } from './qr-modules.ts';

/** A text as a QR code. It is dark on white in every theme, because readers expect it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = qrModules(text);
  const size = rows.length;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-full rounded-input bg-on-picture text-picture-ink"
    >
      <path d={pathOf(rows)} fill="currentColor" />
    </svg>
  );
}

/** One rectangle for each run of dark modules in a row. */
function pathOf(rows: boolean[][]): string {
  return rows
    .flatMap((row, y) =>
      row.map((isDark, x) => (isDark && !row[x - 1] ? `M${x},${y}H${endOf(row, x)}v1H${x}z` : '')),
    )
    .join('');
}

/** The first place after the run of dark modules that begins at `start`. */
function endOf(row: boolean[], start: number): number {
  const end = row.indexOf(false, start);
  return end === -1 ? row.length : end;
}
