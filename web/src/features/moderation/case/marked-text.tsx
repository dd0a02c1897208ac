import * as words from '#words/moderation';
import type { TextPart } from './text-difference.ts';

/** A text in which the parts that the other version lacks are marked. */
export function MarkedText({ parts }: { parts: readonly TextPart[] }) {
  if (parts.length === 0) return <p className="text-muted">{words.noText}</p>;
  return (
    <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
      {parts.map(({ text, isOwn }, index) =>
        isOwn ? (
          <mark key={index} className="rounded-xs bg-marked text-text">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </p>
  );
}
