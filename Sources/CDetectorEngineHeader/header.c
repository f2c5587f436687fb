#include "motion_detectors.h"
