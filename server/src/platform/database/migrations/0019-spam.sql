-- Spam: accounts that nobody knows yet, texts that arrive many times, and people whom the site holds back until a moderator looks.

-- Strangers cannot click the links of a person whom nobody knows yet. A user row has this, because the statements that show a person's
-- texts already read this row. Null: somebody has followed the person, or the account never counts as new. 'new': in its first
-- days. 'unverified': also later, until the address is verified.
alter table users add column unknown_as text check (unknown_as in ('new', 'unverified'));
