import { wire } from '#words/wire';
import { inOtherWords } from '@roost/contract/text/wire-words';

/** A message of the server in the language of this page. */
export const translate = (message: string): string => inOtherWords(message, wire);
