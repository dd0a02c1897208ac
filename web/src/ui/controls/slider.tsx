import { clsx } from 'clsx';
import { useId, type CSSProperties } from 'react';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  /** Formats a value as text. */
  format: (value: number) => string;
  /** The picture of the range, as in CSS. By default it is a thin line. */
  track?: string;
}

/** With large text in a narrow space, the name and the value are above the range. */
const narrow = {
  row: '[@container(max-width:18em)]:flex-wrap',
  label: '[@container(max-width:18em)]:flex-1',
  range: '[@container(max-width:18em)]:order-last [@container(max-width:18em)]:basis-full',
};

const pictured =
  '[&::-webkit-slider-runnable-track]:[background-image:var(--track)] [&::-moz-range-track]:[background-image:var(--track)]';

/** A native range input with its name before it and its value after it. */
export function Slider({ label, min, max, step, value, onChange, format, track }: SliderProps) {
  const id = useId();
  return (
    <div className="@container">
      <div className={clsx('flex items-center gap-x-3 text-meta', narrow.row)}>
        <label htmlFor={id} className={clsx('w-14 font-medium', narrow.label)}>
          {label}
        </label>
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={format(value)}
          style={{ '--track': track } as CSSProperties}
          onChange={({ target }) => onChange(target.valueAsNumber)}
          className={clsx(
            narrow.range,
            'h-9 min-w-0 flex-1 cursor-pointer appearance-none rounded-full bg-transparent pointer-coarse:h-touch',
            '[&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-control',
            '[&::-webkit-slider-thumb]:-mt-2 [&::-webkit-slider-thumb]:size-5 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent',
            track !== undefined && pictured,
            '[&::-moz-range-track]:h-1 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-control',
            '[&::-moz-range-thumb]:size-5 [&::-moz-range-thumb]:border-none [&::-moz-range-thumb]:bg-accent',
          )}
        />
        <output htmlFor={id} className="nums w-11 text-end text-muted">
          {format(value)}
        </output>
      </div>
    </div>
  );
}
