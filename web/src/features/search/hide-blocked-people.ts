import { onBlocked } from '../users/block.ts';
import { writeCache } from '../users/cache-writes.ts';
import { peopleKey, withoutPerson } from './people.query.ts';

// A person who was just blocked leaves what was found; should the block fail, it is looked for again.
onBlocked((client, userId) => {
  writeCache(client, peopleKey, (data) => withoutPerson(data, userId));
  return () => void client.invalidateQueries({ queryKey: peopleKey });
});
