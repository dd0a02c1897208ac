-- Returns the eras of a post as words of the search index. A query for the words of an era reads only the posts of that era.
--
-- Argument: `number` is post_search.number. An era is a range of 2^16 numbers, or of 2^20.
--
-- post_search.words contains the results. If you change the function, a migration must compute these words again.
create or replace function post_search_eras(number bigint) returns tsvector language sql immutable parallel safe
  return array_to_tsvector(array['~16.' || (number >> 16), '~20.' || (number >> 20)]);
