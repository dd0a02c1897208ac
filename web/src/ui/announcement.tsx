import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

interface AnnouncementProps {
  /** Without a text, screen readers say nothing. A changed text is said again. */
  children: ReactNode;
  /** Interrupts what the screen reader says. */
  isUrgent?: boolean;
}

/**
 * A text that only screen readers say. All these texts are in one place of the document, which exists before the first text.
 * Screen readers say only texts that are added to a place that they know.
 */
export function Announcement({ children, isUrgent = false }: AnnouncementProps) {
  return children ? createPortal(<p>{children}</p>, placeOf(isUrgent)) : null;
}

function placeOf(isUrgent: boolean): HTMLElement {
  const id = isUrgent ? 'urgent-announcer' : 'announcer';
  return document.getElementById(id) ?? addPlace(id, isUrgent);
}

/** The document has both places. A component test has no document of the app. */
function addPlace(id: string, isUrgent: boolean): HTMLElement {
  const place = document.createElement('div');
  place.id = id;
  place.ariaLive = isUrgent ? 'assertive' : 'polite';
  document.body.append(place);
  return place;
}
