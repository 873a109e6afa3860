"""What VersionReg of an MFRC522 or of a copy of it says."""

SILENT = {0x00, 0xFF}  # what MISO shows when nobody drives it
GENUINE = {0x90: "MFRC522 v0", 0x91: "MFRC522 v1", 0x92: "MFRC522 v2"}
CLONES = {
    0x12: "counterfeit MFRC522",
    0x82: "MFRC522 clone",
    0x88: "FM17522",
    0x89: "FM17522 variant",
    0xB2: "FM17522E",
}
