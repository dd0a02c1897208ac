import * as words from '#words/admin';
import { useId, useRef } from 'react';
import { ErrorNote } from '../../../ui/controls/error-note.tsx';
import { entriesOf, type LineProblem } from './blocked-lines.ts';

/** Lower boxes would hide most of a list. */
const MIN_ROWS = 6;
const MAX_ROWS = 16;

interface LinesFieldProps {
  label: string;
  placeholder: string;
  text: string;
  problems: { lines: readonly LineProblem[]; whole: string | undefined } | undefined;
  onChange: (text: string) => void;
}

/** A list with one entry in each line. Errors name their line, and a press on one selects it. */
export function LinesField({ label, placeholder, text, problems, onChange }: LinesFieldProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const { lines = [], whole } = problems ?? {};
  const hasProblem = lines.length > 0 || whole !== undefined;
  const rows = Math.min(MAX_ROWS, Math.max(MIN_ROWS, text.split('\n').length + 1));

  function select(line: number) {
    const before = text.split('\n').slice(0, line - 1);
    const start = before.reduce((sum, each) => sum + each.length + 1, 0);
    const end = text.indexOf('\n', start);
    box.current?.focus();
    box.current?.setSelectionRange(start, end === -1 ? text.length : end);
  }

  return (
    <>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-meta font-medium">
          {label}
        </label>
        <span className="nums text-meta text-muted">
          {words.entries({ count: entriesOf(text).length })}
        </span>
      </div>
      <textarea
        ref={box}
        id={id}
        dir="ltr"
        rows={rows}
        value={text}
        placeholder={placeholder}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        aria-invalid={hasProblem || undefined}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => onChange(target.value)}
        className="block w-full resize-y rounded-input border border-control bg-raised px-3.5 py-2.5 text-input focus-visible:outline-offset-0 aria-invalid:border-danger-text md:text-body"
      />
      <div id={`${id}-about`} role={hasProblem ? 'alert' : undefined}>
        {whole !== undefined && <ErrorNote>{whole}</ErrorNote>}
        {lines.map(({ line, entry, message }) => (
          <ErrorNote key={line}>
            <button
              type="button"
              onClick={() => select(line)}
              className="min-w-0 text-start underline underline-offset-2 [overflow-wrap:anywhere]"
            >
              {words.lineIsWrong({ line, entry, message })}
            </button>
          </ErrorNote>
        ))}
        {!hasProblem && <p className="mt-1.5 text-meta text-muted">{words.oneInEachLine}</p>}
      </div>
    </>
  );
}
