import * as words from '#words/settings';
import { contrastChoice, density, textSize } from '../../../lib/page/display.ts';
import { SettingsGroup } from '../settings-group.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { PostPreview } from './post-preview.tsx';

/** How large, how clear and how dense pages are, with a post that shows it. */
export function ReadingSettings() {
  return (
    <SettingsGroup title={words.textAndContrast} about={words.aboutTheseChoices}>
      <ChoiceRow
        label={words.textSize}
        choice={textSize}
        options={[
          { value: 'small', label: words.small },
          { value: 'normal', label: words.normal },
          { value: 'large', label: words.large },
          { value: 'larger', label: words.larger },
        ]}
      />
      <ChoiceRow
        label={words.moreContrast}
        choice={contrastChoice}
        options={[
          { value: 'system', label: words.automatic },
          { value: 'on', label: words.on },
          { value: 'off', label: words.off },
        ]}
      />
      <ChoiceRow
        label={words.density}
        choice={density}
        options={[
          { value: 'comfortable', label: words.comfortable },
          { value: 'compact', label: words.compact },
        ]}
      />
      <PostPreview />
    </SettingsGroup>
  );
}
