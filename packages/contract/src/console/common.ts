// Schemas that several endpoints of the console share.
import Type from 'typebox';
import { roles } from '../permissions.ts';

export const tag = 'Console';
export const siteName = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,49}$' });
export const id = Type.String({ pattern: '^[0-9]{1,15}$' });
export const teammateId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
export const Time = Type.String({ description: 'RFC 3339.' });
export const MaybeTime = Type.Union([Time, Type.Null()]);
export const RoleName = Type.Enum([...roles]);
export const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+$' });
/** Long ones are phrases, which are welcome; the bound is on the work of hashing. */
export const NewPassword = Type.String({ minLength: 12, maxLength: 128 });
export const GivenPassword = Type.String({ minLength: 1, maxLength: 128 });
export const PersonName = Type.String({ minLength: 1, maxLength: 100 });
export const Token = Type.String({ pattern: '^[A-Za-z0-9_-]{20,100}$' });

export const SiteParams = Type.Object({ site: siteName });
export const siteAddress = '/console/api/sites/{site}';

export const Paging = {
  cursor: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,19}$', description: 'As `next` gave it.' }),
  ),
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$', description: '1 to 100.' })),
};
export const Next = Type.Union([Type.String(), Type.Null()]);
export const Search = Type.Optional(Type.String({ maxLength: 200 }));
