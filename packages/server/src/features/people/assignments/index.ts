// Front door of assignments: what devices and accounts stay with beside their own profile.
export {
  deleteAssignmentsOf,
  selectAssignments,
  type UnitAssignment,
  upsertAssignments,
} from './store.ts';
