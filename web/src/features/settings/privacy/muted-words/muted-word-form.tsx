import * as words from '#words/settings';
import { Form } from '@base-ui/react/form';
import { MAX_MUTED_WORD_LENGTH, MAX_MUTED_WORDS } from '@roost/contract/relations';
import { trimText } from '@roost/contract/text/text';
import { useId, useState } from 'react';
import { ApiError } from '../../../../lib/api/api.ts';
import { useForm } from '../../../../lib/form.ts';
import { wallClock } from '../../../../lib/wall-clock.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Checkbox } from '../../../../ui/controls/checkbox.tsx';
import { Select } from '../../../../ui/controls/select.tsx';
import { TextField } from '../../../../ui/controls/text-field.tsx';
import { placeNames, places, type Place } from './muted-places.ts';
import type { MutedWord } from './muted-words.query.ts';

const DAY_MS = 86_400_000;

/** The value is a number of days. An empty one has no end. */
const durations = [
  { value: '', label: words.forGood },
  { value: '1', label: words.forDays({ count: 1 }) },
  { value: '7', label: words.forDays({ count: 7 }) },
  { value: '30', label: words.forDays({ count: 30 }) },
];

interface MutedWordFormProps {
  known: readonly MutedWord[];
  /** Resolves to whether the word is saved. */
  onAdd: (word: MutedWord) => Promise<boolean>;
}

/** Adds one word or phrase: its text, where it counts, and how long. */
export function MutedWordForm({ known, onAdd }: MutedWordFormProps) {
  const id = useId();
  const [where, setWhere] = useState<readonly Place[]>(places);
  const [wholeWord, setWholeWord] = useState(true);
  const [days, setDays] = useState('');
  const { formProps, field, busy } = useForm(async ({ text = '' }) => {
    const word = trimText(text);
    refuse(word, known);
    const until = days === '' ? null : new Date(wallClock() + Number(days) * DAY_MS).toISOString();
    if (await onAdd({ text: word, wholeWord, until, where: [...where] }))
      formProps.ref.current?.reset();
  });
  return (
    <Form {...formProps} className="flex flex-col gap-4">
      <TextField
        {...field('text', words.wordOrPhrase, words.enterAWord)}
        dir="auto"
        maxLength={MAX_MUTED_WORD_LENGTH}
      />
      <fieldset>
        <legend className="mb-1 text-meta font-medium">{words.whereItCounts}</legend>
        <div className="flex flex-wrap gap-x-6">
          {places.map((place) => (
            <Checkbox
              key={place}
              label={placeNames[place]}
              checked={where.includes(place)}
              // A word that counts nowhere would have no effect.
              disabled={where.length === 1 && where.includes(place)}
              onChange={(isOn) =>
                setWhere(places.filter((each) => (each === place ? isOn : where.includes(each))))
              }
            />
          ))}
        </div>
      </fieldset>
      <Checkbox label={words.wholeWordOnly} checked={wholeWord} onChange={setWholeWord} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="flex items-center gap-3">
          <label htmlFor={id} className="font-medium">
            {words.howLong}
          </label>
          <Select
            id={id}
            options={durations}
            value={days}
            onChange={({ target }) => setDays(target.value)}
          />
        </span>
        <Button type="submit" busy={busy} className="ms-auto">
          {words.muteTheWord}
        </Button>
      </div>
    </Form>
  );
}

function refuse(word: string, known: readonly MutedWord[]): void {
  const isKnown = known.some(({ text }) => text.toLowerCase() === word.toLowerCase());
  const message = isKnown
    ? words.youMuteThisWordAlready
    : known.length >= MAX_MUTED_WORDS
      ? words.youMuteTooManyWords({ max: MAX_MUTED_WORDS })
      : undefined;
  if (message !== undefined)
    throw new ApiError(message, { code: 'bad_input', errors: [{ path: 'text', message }] });
}
