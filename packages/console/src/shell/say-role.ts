// Roles in sentences.
import type { ConsoleEndpoint, Role } from '@attune/contract';

/** "an Editor" */
export const withArticle = (role: Role) => (role === 'Viewer' ? 'a Viewer' : `an ${role}`);

/** "Admin with code editing" */
export const sayNeeds = ({
  access,
  codeEditing,
}: Pick<ConsoleEndpoint, 'access' | 'codeEditing'>) =>
  `${access}${codeEditing ? ' with code editing' : ''}`;
