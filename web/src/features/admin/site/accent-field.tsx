import * as words from '#words/admin';
import { siteDefaults } from '@roost/contract/limits';
import { Button } from '../../../ui/controls/button.tsx';
import { Slider } from '../../../ui/controls/slider.tsx';
import { AccentPreview } from './accent-preview.tsx';

/** All hues, in steps of 30 degrees. */
const hues = `linear-gradient(to right in oklch, ${Array.from(
  { length: 13 },
  (_, step) => `oklch(0.62 0.15 ${step * 30})`,
).join()})`;

interface AccentFieldProps {
  hue: number;
  onChange: (hue: number) => void;
}

/** Chooses the hue of the accent colour, and shows it in the light and in the dark theme. */
export function AccentField({ hue, onChange }: AccentFieldProps) {
  return (
    <div className="flex flex-col gap-4">
      <Slider
        label={words.hue}
        min={0}
        max={359}
        step={1}
        value={hue}
        onChange={onChange}
        track={hues}
        format={(value) => `${value}°`}
      />
      <div className="grid gap-3 md:grid-cols-2">
        <AccentPreview theme="light" title={words.lightTheme} hue={hue} />
        <AccentPreview theme="dark" title={words.darkTheme} hue={hue} />
      </div>
      {hue !== siteDefaults.accent && (
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          onClick={() => onChange(siteDefaults.accent)}
        >
          {words.useTheDefault}
        </Button>
      )}
    </div>
  );
}
