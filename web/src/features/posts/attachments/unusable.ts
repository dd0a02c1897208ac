/** A file that can't be posted, whatever is tried; with words for the person. */
export class Unusable extends Error {
  override readonly name = 'Unusable';
}
