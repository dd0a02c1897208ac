import type { Profile } from '@roost/contract/users';
import type { ReactNode } from 'react';
import { lazyPart } from '../../../lib/page/load-chunk.ts';
import { OptionalBoundary } from '../../../ui/states/optional-boundary.tsx';
import { useHoverCard } from './use-hover-card.ts';

const PersonHoverCard = lazyPart(
  async () => (await import('./person-hover-card.tsx')).PersonHoverCard,
);

/**
 * Shows a hover card beside any name or picture that links to a profile, after the mouse has rested on it. It listens
 * on the document, so lists need no extra code. Keyboard and touch open the profile itself.
 */
export function PersonHoverCards({ actions }: { actions: (person: Profile) => ReactNode }) {
  const { shown, close } = useHoverCard(PersonHoverCard.preload);
  if (!shown) return null;
  return (
    <OptionalBoundary>
      <PersonHoverCard key={shown.username} anchor={shown} actions={actions} onClose={close} />
    </OptionalBoundary>
  );
}
