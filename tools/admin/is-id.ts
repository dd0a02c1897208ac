import { id } from '@roost/contract/wire';

export function isId(word: string): boolean {
  return id.safeParse(word).success;
}
