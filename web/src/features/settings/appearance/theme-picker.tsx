import * as words from '#words/settings';
import { clsx } from 'clsx';
import { useId } from 'react';
import { themeChoice, themeChoices, type ThemeChoice } from '../../../lib/page/display.ts';
import { useStore } from '../../../lib/store.ts';

const labels: Record<ThemeChoice, string> = {
  system: words.system,
  light: words.light,
  dim: words.dim,
  dark: words.dark,
};

/** The four theme choices, each with a small preview. */
export function ThemePicker() {
  const chosen = useStore(themeChoice);
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{words.theme}</legend>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {themeChoices.map((choice) => (
          <label
            key={choice}
            className={clsx(
              'relative cursor-pointer rounded-card border p-1.5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
              choice === chosen
                ? 'border-accent-text bg-accent-soft'
                : 'border-control hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              value={choice}
              checked={choice === chosen}
              onChange={() => themeChoice.set(choice)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <Preview choice={choice} />
            <span className="block px-1.5 pt-2 pb-1 text-meta font-semibold">{labels[choice]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Preview({ choice }: { choice: ThemeChoice }) {
  if (choice !== 'system') return <Scene theme={choice} className="rounded-input" />;
  return (
    <span className="grid overflow-hidden rounded-input [&>*]:col-start-1 [&>*]:row-start-1">
      <Scene theme="light" />
      <Scene theme="dark" className="[clip-path:polygon(58%_0,100%_0,100%_100%,42%_100%)]" />
    </span>
  );
}

/** A preview post. Its attribute gives it the colours of its theme. */
function Scene({ theme, className }: { theme: string; className?: string }) {
  return (
    <span
      aria-hidden
      data-theme={theme}
      className={clsx('flex min-w-0 gap-2 bg-page p-3 forced-color-adjust-none', className)}
    >
      <span className="size-6 shrink-0 rounded-full bg-accent" />
      <span className="flex min-w-0 flex-1 flex-col gap-1.5 pt-1">
        <span className="h-1.5 w-2/5 rounded-full bg-text" />
        <span className="h-1.5 w-full rounded-full bg-muted opacity-60" />
        <span className="h-1.5 w-4/5 rounded-full bg-muted opacity-60" />
        <span className="mt-1 flex max-w-12 justify-between">
          <span className="size-2 rounded-full bg-like" />
          <span className="size-2 rounded-full bg-repost" />
          <span className="size-2 rounded-full bg-bookmark" />
        </span>
      </span>
    </span>
  );
}
