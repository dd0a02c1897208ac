import { useId } from 'react';

interface SliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  /** How a value reads. */
  format: (value: number) => string;
}

/** A number by feel: a native range, with its name before and its value behind it. */
export function Slider({ label, min, max, step, value, onChange, format }: SliderProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-3 text-meta">
      <label htmlFor={id} className="w-14 font-medium">
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
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="h-9 min-w-0 flex-1 cursor-pointer accent-accent pointer-coarse:h-11"
      />
      <output htmlFor={id} className="nums w-11 text-right text-muted">
        {format(value)}
      </output>
    </div>
  );
}
