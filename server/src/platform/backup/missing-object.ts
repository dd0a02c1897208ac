import { StartError } from '../../config/start-error.ts';

/** The backup target lacks an object. */
export class MissingObject extends StartError {
  override name = 'MissingObject';

  constructor(path: string, target: string) {
    super(`${path} is missing in ${target}.`);
  }
}
