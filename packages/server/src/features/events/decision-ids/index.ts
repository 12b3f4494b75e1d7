// Front door of decisions.
export {
  type CampaignDecision,
  type DecisionRecord,
  decodeDecision,
  encodeDecisions,
} from './decision-id.ts';
export { decodeSlot, type SlotRecord, slotIds } from './slot-id.ts';
